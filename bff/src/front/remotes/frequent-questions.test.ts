import { frequentQuestions } from './frequent-questions';

const details = (summary: string, content: string) =>
  `<details id="a" class="b"><summary class="c">${summary}</summary><div class="d">${content}</div></details>`;

it('reads each question and its answer, without links and tags', () => {
  const html =
    details(
      '<h3>Combien ?</h3><span><svg></svg></span>',
      '<div><p>Un euro.</p><ul><li>par semaine</li></ul></div><ul><li><a>Lien</a></li></ul>',
    ) + details('<h3>Qui ?</h3>', '<div><p>Tous &amp; toutes : &lt;b&gt; &quot;l&#x27;autre&quot;</p></div>');
  expect(frequentQuestions(`<main>${html}</main>`)).toEqual([
    { question: 'Combien ?', answer: 'Un euro. par semaine' },
    { question: 'Qui ?', answer: 'Tous & toutes : <b> "l\'autre"' },
  ]);
});

it('finds none in a page without questions', () => {
  expect(frequentQuestions('<h1>Contact</h1>')).toEqual([]);
});
