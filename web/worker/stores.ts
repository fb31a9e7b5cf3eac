/** The browser's caches, shared by pages and the worker. Answers of the API and pages of the site are in none of them. */

/** Files whose address names their content. */
export const assetStore = 'assets'
/** Tile art, which is public: shown at once, refreshed behind it. */
export const artStore = 'art'
/** What one signed-in player sees offline; deleted when the session ends. */
export const playerStore = 'player'
/** The language of the last page. */
export const noteStore = 'notes'
/** Offline pages of a build. */
export const offlineStore = (build: string) => `offline-${build}`

/** Address of the entry in `noteStore`. */
export const localeNote = '/notes/locale'
