/** Names that would pass for the site or its staff. */

/** Letters of other scripts and digits that look like Latin letters. */
const alike = new Map(
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
/** Written beside a role or the site's name, these change nothing. */
const beside = wordsOf(
  'the live online customer client player service services help desk team chat center centre casino site',
)
const role = new RegExp(`^(?:${beside.join('|')})*(?:${roles.join('|')})(?:${[...beside, ...roles].join('|')})*$`, 'u')
const onlyWords = new RegExp(`^(?:${[...beside, ...roles].join('|')})*$`, 'u')

/** Shorter names of a site are parts of ordinary words. */
const leastWithin = 8

/** Whether a name that players see would pass for the site or its staff. `ofSite`: the names of the site. */
export function isReservedName(name: string, ofSite: string[]): boolean {
  const parts = name.split(/[^\p{L}\p{M}\p{N}\p{Default_Ignorable_Code_Point}]+/u)
  const wholes = [name, ...parts].flatMap((text) => [skeletonOf(text), skeletonOf(text.replace(/\p{N}+$/u, ''))])
  return (
    wholes.some((text) => role.test(text)) ||
    ofSite
      .map(skeletonOf)
      .filter((own) => own !== '')
      .some((own) => wholes.some((text) => passesFor(own, text)))
  )
}

function passesFor(own: string, text: string): boolean {
  if (!text.includes(own)) return false
  return own.length >= leastWithin || onlyWords.test(text.replaceAll(own, ''))
}

/** What stays of a name for comparison: no marks, spaces, signs or ignorable characters, one letter for all that look alike. */
function skeletonOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
  return [...letters]
    .map((letter) => alike.get(letter) ?? letter)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function wordsOf(list: string): string[] {
  return list.split(/\s+/).map(skeletonOf)
}
