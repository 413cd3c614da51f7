/** Split off a rule's number in brackets at the end of a text; the page shows it as a link. */
export function splitRule(text: string): { text: string; rule: string } {
  const match = /^(.*?)\s*\(([A-Z]-\d+)\)([⟧~]*)$/.exec(text); // the language for tests ends in brackets
  return match ? { text: match[1]! + match[3]!, rule: match[2]! } : { text, rule: '' };
}

/** Return the id of a chapter's heading on the page with the rules. */
export function chapterId(title: string): string {
  return `chapter-${title.toLowerCase().replace(/[^\p{L}\d]+/gu, '-')}`;
}

/** Return the rules that a sentence cites, in their order. */
export function citedRules(text: string): string[] {
  return text.match(/\b[A-Z]-\d+\b/g) ?? [];
}
