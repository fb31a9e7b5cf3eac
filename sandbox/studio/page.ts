/** The page of a game, in the site's frame. */
import type { Game } from './games.ts'

export function gamePage(game: Game, { site, theme }: { site: string; theme: 'dark' | 'light' }): string {
  const lights = game.choices
    .map(
      (choice, index) =>
        `<button type="button" class="light" data-choice="${index}" aria-pressed="${index === 0}"><span class="lamp" aria-hidden="true"></span><span>${choice}</span></button>`,
    )
    .join('')
  return `<!doctype html>
<html lang="en" data-theme="${theme}" data-site="${site}" data-game="${game.code}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${game.name}</title>
<link rel="stylesheet" href="../client.css">
<script type="module" src="../client.js"></script>
</head>
<body>
<main>
<h1>${game.name}</h1>
<p class="line">${game.line}</p>
<div class="sky" role="group" aria-label="Your call">${lights}</div>
<p class="result" role="status" aria-live="polite"></p>
<div class="controls">
<label>Stake <select name="stake"></select></label>
<button type="button" class="play" disabled>Play</button>
</div>
</main>
</body>
</html>`
}
