// Which value of a request stands in a place of an expression, and of what type it is, as one text.

export interface TypedPlace {
  readonly place: number;
  readonly type: 'text' | 'boolean' | 'integer' | 'numeric';
  /** Decimals of a number; null where it has very many digits. */
  readonly scale: number | null;
  /** Digits before the point at most; null where there may be any number of them. */
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
