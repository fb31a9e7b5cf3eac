// Renders the games' art in a browser for visual review: `node games/art/contact-sheet.ts <out folder> <chromium>
// [slug…]`.

import { mkdir, writeFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { gameOf } from '../games.ts'
import { slugs } from '../list.ts'
import { gameArt } from './catalogue.ts'

const [folder = '/tmp', executablePath = '/usr/bin/chromium', ...wanted] = process.argv.slice(2)
const quiet = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const image = (svg: string, style: string) =>
  `<img style="${style}" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">`

await mkdir(folder, { recursive: true })
const browser = await chromium.launch({ executablePath, args: quiet })
for (const slug of slugs.filter((one) => !wanted.length || wanted.includes(one))) {
  const art = await gameArt(slug)
  const symbols = Object.entries(art.symbols)
  const sizes = [art.tile, art.scene, symbols.map(([, svg]) => svg).join('')].map(
    (svg) => brotliCompressSync(svg).length,
  )
  const big = symbols.map(([, svg]) => image(svg, 'width:150px;height:150px;margin:4px')).join('')
  const small = symbols.map(([, svg]) => image(svg, 'width:48px;height:48px;margin:4px')).join('')
  const page = await browser.newPage({ viewport: { width: 1180, height: 900 } })
  await page.setContent(`<body style="margin:0;background:${gameOf(slug).theme.dominantColor};color:#fff;font:12px sans-serif;display:grid;grid-template-columns:330px 1fr;gap:10px">
    <div>${image(art.tile, 'width:330px;height:440px')}${image(art.tile, 'width:104px;height:139px;margin:6px')}<p>${slug}: tile ${sizes[0]}, scene ${sizes[1]}, symbols ${sizes[2]} B brotli</p></div>
    <div><div style="background:#0005">${big}</div><div style="background:#0005">${small}</div>${image(art.scene, 'width:800px;height:450px;object-fit:cover')}</div></body>`)
  await page.screenshot({ path: `${folder}/${slug}.png`, fullPage: true })
  await writeFile(`${folder}/${slug}-tile.svg`, art.tile)
  await page.close()
}
await browser.close()
