/** Detects names that could be mistaken for the site or its staff. */

/** Letters of other scripts and digits that look like Latin letters. */
const lookAlikes = new Map(
  Object.entries({
    a: 'аαɑ4',
    b: 'в8',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еεɛ3',
    h: 'һнη',
    i: 'іιɩlӏ1!|',
    j: 'ј',
    k: 'кκ',
    m: 'мμ',
    n: 'ոпν',
    o: 'оοօø0',
    p: 'рρ',
    s: 'ѕ5$',
    t: 'тτ7',
    u: 'υս',
    v: 'ѵ',
    w: 'ѡω',
    x: 'хχ',
    y: 'уγү',
  }).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
)

/** Roles that only the site's staff have, in the languages of the site. */
const roles = wordsOf(`support helpdesk admin admins administrator administrators administration moderator moderators
  moderation staff official sysadmin soporte administrador moderador suporte kundendienst kundenservice kundensupport
  administrateur moderateur assistance الدعم المشرف الإدارة customerservice clientservice helpcenter helpcentre`)
/** Words that do not change the meaning of a role or of the site's name beside them. */
const fillers = wordsOf(
  'the live online customer client player service services help desk team chat center centre casino site',
)
const role = new RegExp(
  `^(?:${fillers.join('|')})*(?:${roles.join('|')})(?:${[...fillers, ...roles].join('|')})*$`,
  'u',
)
const onlyFillers = new RegExp(`^(?:${[...fillers, ...roles].join('|')})*$`, 'u')

/** The minimum length of a site's name to be searched within words; shorter names are parts of ordinary words. */
const minEmbeddedLength = 8

/** Whether other players could mistake a name for the site or its staff. `ofSite` has the names of the site. */
export function isReservedName(name: string, siteNames: string[]): boolean {
  const parts = name.split(/[^\p{L}\p{M}\p{N}\p{Default_Ignorable_Code_Point}]+/u)
  const candidates = [name, ...parts].flatMap((text) => [skeletonOf(text), skeletonOf(text.replace(/\p{N}+$/u, ''))])
  return (
    candidates.some((text) => role.test(text)) ||
    siteNames
      .map(skeletonOf)
      .filter((siteName) => siteName !== '')
      .some((siteName) => candidates.some((text) => resembles(siteName, text)))
  )
}

function resembles(siteName: string, text: string): boolean {
  if (!text.includes(siteName)) return false
  return siteName.length >= minEmbeddedLength || onlyFillers.test(text.replaceAll(siteName, ''))
}

/**
 * The form of a name for comparison: without marks, spaces, signs and ignorable characters, and with one letter for all
 * that look alike.
 */
function skeletonOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
  return [...letters]
    .map((letter) => lookAlikes.get(letter) ?? letter)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function wordsOf(list: string): string[] {
  return list.split(/\s+/).map(skeletonOf)
}
