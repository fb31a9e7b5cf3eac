/**
 * Attributes for content that is below the fold on a phone. There it is laid out after the first paint, in batches
 * (web/inline/start-page.ts, web/design/base.css). Its style sheet reserves its height until then with `--below`.
 */
export const below = { 'data-below': '', suppressHydrationWarning: true } as const
