/**
 * Stores bets in a file with a line for each change; the last line of a bet counts. Without a path, nothing is stored.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type Journal<Entry extends { id: string }> = { all: Map<string, Entry>; save(entry: Entry): void }

export function openJournal<Entry extends { id: string }>(path: string | null): Journal<Entry> {
  const all = new Map<string, Entry>()
  if (path) {
    mkdirSync(dirname(path), { recursive: true })
    if (existsSync(path)) for (const line of readFileSync(path, 'utf8').split('\n')) read(line, all)
    // Each start removes earlier lines of a bet.
    writeFileSync(`${path}.new`, [...all.values()].map((entry) => `${JSON.stringify(entry)}\n`).join(''), {
      mode: 0o600,
    })
    renameSync(`${path}.new`, path)
  }
  return {
    all,
    save(entry) {
      all.set(entry.id, entry)
      if (path) appendFileSync(path, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
    },
  }
}

function read<Entry extends { id: string }>(line: string, all: Map<string, Entry>): void {
  if (line === '') return
  try {
    const entry = JSON.parse(line) as Entry
    all.set(entry.id, entry)
  } catch {
    /* A kill left an incomplete last line; its change had no effect yet. */
  }
}
