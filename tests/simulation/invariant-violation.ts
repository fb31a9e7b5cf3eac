/** A violated guarantee. Any other error thrown is a fault that the site must handle. */
export class InvariantViolation extends Error {}
