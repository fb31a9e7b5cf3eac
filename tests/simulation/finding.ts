/** The house did what it must not do. Everything else that is thrown is a fault that it has to live with. */
export class Finding extends Error {}
