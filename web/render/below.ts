/**
 * The attributes of what a phone does not show at first: there it is laid out after the first paint, part by part
 * (web/inline/start-page.ts, web/design/base.css). Its sheet states its height until then as `--below`.
 */
export const below = { 'data-below': '', suppressHydrationWarning: true } as const
