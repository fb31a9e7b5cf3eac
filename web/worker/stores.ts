/** Names of the browser caches that pages and the worker share. None contains answers of the API or pages. */

/** Files whose address contains a hash of their content. */
export const assetStore = 'assets'
/** Public tile art: the stored copy is shown immediately and refreshed in the background. */
export const artStore = 'art'
/** Data that a signed-in player sees offline; it is deleted when the session ends. */
export const playerStore = 'player'
/** The language of the last page. */
export const noteStore = 'notes'
/** The offline pages of a build. */
export const offlineStore = (build: string) => `offline-${build}`

/** The address of the entry in `noteStore`. */
export const localeNote = '/notes/locale'
