/** A question and its answer in plain words. */
export interface FrequentQuestion {
  question: string;
  answer: string;
}

/** Each question of a page: a `<details>` whose summary is the question and whose first block is the answer. */
const pattern = /<details\b[^>]*>\s*<summary\b[^>]*>([^]*?)<\/summary>([^]*?)<\/details>/g;

/** The questions that a prerendered page answers, in its order, for search engines. */
export function frequentQuestions(html: string): FrequentQuestion[] {
  return [...html.matchAll(pattern)].map(([, summary = '', content = '']) => {
    const [answer = ''] = content.split('</div>');
    return { question: textOf(summary), answer: textOf(answer) };
  });
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** The text of HTML as React writes it: a block ends a word, and five characters are escaped. */
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#x27);/g, (_whole, name: string) => characters[name] ?? '')
    .replace(/[ \n]+/g, ' ')
    .trim();
