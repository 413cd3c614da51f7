/** Split off a rule's number in brackets at the end of a text; the page shows it as a link. */
export function splitRule(text: string): { text: string; rule: string } {
  const match = /^(.*?)\s*\(([A-Z]-\d+)\)([⟧~]*)$/.exec(text); // the language for tests ends in brackets
  return match ? { text: match[1]! + match[3]!, rule: match[2]! } : { text, rule: '' };
}
