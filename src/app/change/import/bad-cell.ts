/** A cell that does not fit its column; the message says why. */
export class BadCell extends Error {}
