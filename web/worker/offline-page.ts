/**
 * The script of the offline page: applies the theme, shows the player's games, and reloads once there is a connection.
 */
import { readCookie } from '#contract/cookies.ts'
import { readOwnGames } from './own-games.ts'

document.documentElement.dataset.theme = readCookie('theme', document.cookie) ?? 'dark'
addEventListener('online', () => location.reload())

void showOwnGames()

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
