import { expect } from 'vitest'
import type { GuidedSite } from '#tests/setup/guide.ts'

export async function check({ url }: GuidedSite): Promise<void> {
  for (const [path, open] of [
    ['/probe', '/games/'],
    ['/de/probe', '/de/games/'],
  ] as const) {
    const answer = await fetch(url + path)
    expect(answer.status, path).toBe(200)
    const page = await answer.text()
    expect(page).toMatch(/<h1[^>]*>Probe<\/h1>/)
    expect(page.split('<main')[1]?.split(`href="${open}`).length, `links to games on ${path}`).toBe(4)
  }
  expect(await (await fetch(`${url}/sitemap.xml`)).text()).toContain('/probe</loc>')
}
