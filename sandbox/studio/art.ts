/** Draws the games' tiles: a night sky with the game's lights. */
import type { Game } from './games.ts'

export function art({ code, hue, choices: count }: Game): string {
  const lights = Array.from({ length: count }, (_, index) => {
    const x = 150 + (index - (count - 1) / 2) * (count === 2 ? 92 : 54)
    const y = count === 2 ? 150 + index * 56 : 190 - Math.abs(index - (count - 1) / 2) * -26
    const radius = count === 2 ? 58 : 22
    const tone = count === 2 && index === 0 ? `hsl(${hue} 24% 86%)` : `hsl(38 92% ${64 - index * 2}%)`
    const cord = count === 2 ? '' : `<path d="M${x} 0V${y - radius}" stroke="hsl(${hue} 30% 60%)" stroke-width="2"/>`
    return `${cord}<circle cx="${x}" cy="${y}" r="${radius * 1.7}" fill="${tone}" opacity=".12"/><circle cx="${x}" cy="${y}" r="${radius}" fill="${tone}"/>`
  }).join('')
  const stars = Array.from({ length: 26 }, (_, index) => {
    const [x, y] = [(index * 97) % 300, (index * 61) % 300]
    return `<circle cx="${x}" cy="${y}" r="${1 + (index % 3) * 0.5}" fill="#fff" opacity=".${3 + (index % 5)}"/>`
  }).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400" width="300" height="400"><defs><linearGradient id="${code}" x2="0" y2="1"><stop stop-color="hsl(${hue} 52% 16%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360} 58% 34%)"/></linearGradient></defs><rect width="300" height="400" fill="url(#${code})"/>${stars}${lights}<path d="M0 330Q75 296 150 326T300 316V400H0Z" fill="hsl(${hue} 48% 11%)"/></svg>`
}
