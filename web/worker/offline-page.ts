/**
 * The script of the offline page: applies the theme, says whether the device or the site has no connection, shows the
 * player's games, and reloads once the site answers.
 */
import { readCookie } from '#contract/cookies.ts'
import { readOwnGames } from './own-games.ts'

document.documentElement.dataset.theme = readCookie('theme', document.cookie) ?? 'dark'

/** The site is asked this often, and after the first half minute less often, because many pages may wait for it. */
const askAfterMs = 700
const askLaterMs = 4_000
const patientAfterMs = 30_000

const heading = document.querySelector('h1')!
const titles = { offline: heading.textContent, away: heading.dataset.away! }
showTitle()
void showOwnGames()
let timer = setTimeout(() => void ask(), askAfterMs)
for (const event of ['online', 'offline', 'visibilitychange']) addEventListener(event, () => void ask())

/** Without a connection of the device a request fails at once; some devices have one and report none. */
async function ask(): Promise<void> {
  clearTimeout(timer)
  showTitle()
  const isBack = await fetch('/worker.js', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isBack) return location.reload()
  clearTimeout(timer)
  if (!document.hidden)
    timer = setTimeout(() => void ask(), performance.now() < patientAfterMs ? askAfterMs : askLaterMs)
}

function showTitle(): void {
  const title = navigator.onLine ? titles.away : titles.offline
  if (heading.textContent !== title) heading.textContent = title
}

async function showOwnGames(): Promise<void> {
  const section = document.getElementById('own')!
  const games = await readOwnGames().catch(() => [])
  for (const { name, picture } of games) section.querySelector('ul')!.append(tileOf(name, picture))
  section.hidden = games.length === 0
}

function tileOf(name: string, picture: string): HTMLLIElement {
  const tile = document.createElement('li')
  const image = new Image(300, 400)
  image.src = picture
  image.alt = ''
  const label = document.createElement('span')
  label.textContent = name
  tile.append(image, label)
  return tile
}
