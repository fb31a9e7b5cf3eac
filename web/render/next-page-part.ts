/** Loaded when the visitor first acts, and at the latest for the next page. */
export const loadNextPagePart = () => import('./next-page.ts')
export type NextPagePart = Awaited<ReturnType<typeof loadNextPagePart>>
