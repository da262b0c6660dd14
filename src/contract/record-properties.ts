// The properties of a record: one per column, and two of the service.

/** The service's own names, and those that would clash with a renamed column. */
const ownProperty = /^__(?:url|links)___*$/;

/**
 * Record properties have the columns' names, but columns that clash with the service's two own properties have one more
 * underscore. So do those that would clash with the renamed ones.
 */
export function recordProperty(column: string): string {
  return ownProperty.test(column) ? `${column}_` : column;
}

/** The name of the column that a record shows as this property; null for the service's own properties. */
export function columnOfProperty(property: string): string | null {
  if (!ownProperty.test(property)) return property;
  return property.endsWith('___') ? property.slice(0, -1) : null;
}
