// Finds things by the beginnings of words: "inv l" finds Invoice Line.

/** Lower case, without accents, so that "Bjork" finds "Björk". */
export function foldForSearch(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function wordsOf(text: string): string[] {
  return foldForSearch(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** How well the text matches the search; 0 means not at all. Whole name 4, beginning 3, words 2, anywhere 1. */
export function score(text: string, search: string): number {
  const wanted = foldForSearch(search).trim();
  if (wanted === '') return 1;
  const folded = foldForSearch(text);
  if (folded === wanted) return 4;
  if (folded.startsWith(wanted)) return 3;
  const words = wordsOf(text);
  const parts = wordsOf(search);
  if (parts.length > 0 && parts.every((part) => words.some((word) => word.startsWith(part)))) return 2;
  return folded.includes(wanted) ? 1 : 0;
}

/** The best score of several texts. */
export function bestScore(texts: readonly string[], search: string): number {
  return texts.reduce((best, text) => Math.max(best, score(text, search)), 0);
}
