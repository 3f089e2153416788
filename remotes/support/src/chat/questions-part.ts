type QuestionsPart = typeof import('./question-reply');

let load: (() => Promise<QuestionsPart>) | undefined;
let part: QuestionsPart | undefined;

/** How the newcomers' questions are loaded; where nothing is set, the keywords answer alone. */
export const setQuestionsLoader = (loader: () => Promise<QuestionsPart>): void => {
  load = loader;
};

/** Loads the newcomers' questions once. Until then, and after a failure, the keywords answer. */
export const loadQuestions = (): void =>
  void load?.().then(
    (loaded) => (part = loaded),
    () => {},
  );

/** The newcomers' questions; undefined until they are loaded. */
export const loadedQuestions = (): QuestionsPart | undefined => part;
