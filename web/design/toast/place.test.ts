import { expect, test } from 'vitest'
import { leastCovering } from './place.ts'

const toast = { top: 0, bottom: 60, left: 100, right: 400 }
const window = { from: 70, to: 800 }
const row = (top: number, bottom: number, left = 0, right = 500) => ({ top, bottom, left, right })

test('alerts are at the top if no control is there or only beside them', () => {
  expect(leastCovering(toast, window, [])).toBe(70)
  expect(leastCovering(toast, window, [row(60, 200, 0, 100), row(60, 200, 400, 500)])).toBe(70)
})

test('alerts are placed in the first gap that is large enough', () => {
  expect(leastCovering(toast, window, [row(64, 120), row(160, 210), row(280, 400)])).toBeGreaterThanOrEqual(210)
  expect(leastCovering(toast, window, [row(64, 120), row(160, 210), row(280, 400)])).toBeLessThanOrEqual(220)
})

test('without a gap alerts cover the smallest area and stay inside the window', () => {
  const rows = Array.from({ length: 12 }, (_, index) => row(index * 70, index * 70 + 66))
  const top = leastCovering(toast, window, [...rows, row(600, 680, 0, 120)])
  expect(top + 60).toBeLessThanOrEqual(800)
  const narrow = [row(0, 500), row(500, 560, 0, 110), row(560, 900)]
  expect(leastCovering(toast, window, narrow)).toBeGreaterThanOrEqual(494)
  expect(leastCovering(toast, window, narrow)).toBeLessThanOrEqual(506)
})

test('alerts rather cover part of a tile than a small button', () => {
  const wide = { top: 0, bottom: 90, left: 44, right: 344 }
  const button = row(70, 102, 230, 344)
  const tiles = [0, 1, 2].flatMap((line) =>
    [0, 180].map((left) => row(110 + line * 220, 323 + line * 220, left, left + 172)),
  )
  const top = leastCovering(wide, { from: 8, to: 792 }, [button, ...tiles])
  expect(top).toBeGreaterThanOrEqual(102)
  // In rows of small tiles below headings with links, alerts cover tiles and no link.
  const rowsOfTiles = [0, 1, 2].flatMap((line) => [
    row(120 + line * 233, 164 + line * 233, 271, 344),
    ...[16, 118, 220].flatMap((left) => [
      row(176 + line * 233, 329 + line * 233, left, left + 94),
      row(184 + line * 233, 216 + line * 233, left + 54, left + 86),
    ]),
  ])
  const over = leastCovering({ ...wide, bottom: 102 }, { from: 120, to: 792 }, rowsOfTiles)
  const links = rowsOfTiles.filter(({ bottom, top: start }) => bottom - start < 50)
  expect(links.filter((link) => link.top < over + 102 && link.bottom > over)).toEqual([])
  // If there are buttons everywhere, alerts cover the fewest.
  const buttons = [row(8, 300, 44, 100), row(8, 400, 120, 170), row(300, 792, 44, 100)]
  expect(leastCovering(wide, { from: 8, to: 792 }, buttons)).toBeGreaterThanOrEqual(395)
})

test('alerts rather cover a picture than text, and rather text than a button', () => {
  const heading = row(70, 200, 0, 300)
  const top = leastCovering(toast, window, [row(210, 420)], [heading, row(420, 800)])
  expect(top).toBeGreaterThanOrEqual(200)
  expect(top + 60).toBeLessThanOrEqual(420)
  const buttons = Array.from({ length: 15 }, (_, index) => row(205 + index * 40, 245 + index * 40))
  expect(leastCovering(toast, window, buttons, [heading]) + 60).toBeLessThanOrEqual(205)
})

test('alerts do not cover the edge of a button, even if a large enough touch target would remain', () => {
  const button = row(510, 567, 90, 410)
  expect(leastCovering(toast, { from: 70, to: 600 }, [button], [row(70, 500)]) + 60).toBeLessThanOrEqual(510)
})

test('a DOMRect is accepted, whose sides are not its own properties', () => {
  const measured = Object.create(toast) as typeof toast
  const beside = row(70, 800, 0, 160)
  expect(leastCovering(measured, window, [row(60, 200), beside], [row(60, 300)])).toBeGreaterThanOrEqual(300)
})
