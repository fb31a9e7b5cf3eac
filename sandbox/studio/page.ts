/** The page of a game, in the site's frame. */
import type { Game } from './games.ts'
import { wordsIn } from './words.ts'

type PageOptions = { site: string; theme: 'dark' | 'light'; language: string }

export function gamePage(game: Game, { site, theme, language }: PageOptions): string {
  const { games, ...words } = wordsIn(language)
  const { line, choices } = games[game.code]!
  const times = new Intl.NumberFormat(`${language}-u-nu-latn`).format(game.pays.times / game.pays.by)
  const lights = choices
    .map(
      (choice, index) =>
        `<button type="button" class="light" data-choice="${index}" aria-pressed="${index === 0}"><span class="lamp" aria-hidden="true"></span><span>${choice}</span></button>`,
    )
    .join('')
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}" data-theme="${theme}" data-site="${site}" data-game="${game.code}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${game.name}</title>
<link rel="stylesheet" href="../client.css">
<script type="application/json" id="words">${JSON.stringify(words)}</script>
<script type="module" src="../client.js"></script>
</head>
<body>
<main>
<h1><bdi>${game.name}</bdi></h1>
<p class="line">${line.replace('{times}', `<bdi>${times}</bdi>`)}</p>
<div class="sky" role="group" aria-label="${words.yourCall}">${lights}</div>
<p class="result" role="status" aria-live="polite"></p>
<div class="controls">
<label>${words.stake} <select name="stake"></select></label>
<button type="button" class="play" disabled>${words.play}</button>
</div>
</main>
</body>
</html>`
}
