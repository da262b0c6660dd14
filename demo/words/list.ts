/** Word lists are written as running text, `a | b | c`, which keeps long ones readable. */
export const list = (text: string): string[] => text.split('|').map((word) => word.trim());
