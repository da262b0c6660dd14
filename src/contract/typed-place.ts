// Encodes as text which value of a request stands in an expression, and its type.

export interface TypedPlace {
  readonly place: number;
  readonly type: 'text' | 'boolean' | 'integer' | 'numeric';
  /** A number's decimals; null if it has very many digits. */
  readonly scale: number | null;
  /** The most digits before the point; null for any number of them. */
  readonly digits: number | null;
}

export function writeTypedPlace({ place, type, scale, digits }: TypedPlace): string {
  return `${place} ${type} ${scale ?? ''} ${digits ?? ''}`;
}

export function readTypedPlace(text: string): TypedPlace {
  const [, place, type, scale, digits] =
    /^(\d+) (text|boolean|integer|numeric) (\d*) (\d*)$/.exec(text) ?? [];
  if (type !== 'text' && type !== 'boolean' && type !== 'integer' && type !== 'numeric') {
    throw new Error('an expression holds a value that was not taken out of it');
  }
  return { place: Number(place), type, scale: numberOrNull(scale), digits: numberOrNull(digits) };
}

function numberOrNull(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Number(text);
}
