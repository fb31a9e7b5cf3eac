/** Loads the code for another page, on the visitor's first interaction or at the latest on navigation. */
export const loadNextPagePart = () => import('./next-page.ts')
export type NextPagePart = Awaited<ReturnType<typeof loadNextPagePart>>
