// Which value of a request stands in a place of an expression, and of what type it is, as one text.

export interface TypedPlace {
  readonly place: number;
  readonly type: 'text' | 'boolean' | 'integer' | 'numeric';
  /** Decimals of a number; null where it has very many digits. */
  readonly scale: number | null;
}

export function writeTypedPlace({ place, type, scale }: TypedPlace): string {
  return `${place} ${type} ${scale ?? ''}`;
}

export function readTypedPlace(text: string): TypedPlace {
  const [, place, type, scale] = /^(\d+) (text|boolean|integer|numeric) (\d*)$/.exec(text) ?? [];
  if (type !== 'text' && type !== 'boolean' && type !== 'integer' && type !== 'numeric') {
    throw new Error('an expression holds a value that was not taken out of it');
  }
  return { place: Number(place), type, scale: scale === '' ? null : Number(scale) };
}
