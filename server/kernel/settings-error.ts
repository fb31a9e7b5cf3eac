/** The settings cannot be used; the message names each fault for the operator who starts the product. */
export class SettingsError extends Error {}
