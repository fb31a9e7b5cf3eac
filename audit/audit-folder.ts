/** Audits the export in a folder, the files of players in several threads. */
import { availableParallelism } from 'node:os'
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { auditHouse, auditPlayers, conclude, type Report } from './audit.ts'
import { Findings } from './findings.ts'
import type { HouseFacts } from './house.ts'
import type { Result } from './player.ts'
import { type ExportFile, readFileOf, readManifest } from './read-folder.ts'
import { BadExport } from './records.ts'

export type Job = { folder: string; file: ExportFile }
export type Answer =
  | { result: Omit<Result, 'findings'> & { findings: Pick<Findings, 'listed' | 'counts'> } }
  | { fault: string; isBad: boolean }

export async function auditFolder(
  folder: string,
  { day, threads = availableParallelism() }: { day?: string; threads?: number } = {},
): Promise<Report & { from: string; to: string }> {
  const { range, players, files } = await readManifest(folder, day)
  const findings = new Findings()
  const facts = await auditHouse(readFileOf(folder, files[0]!), range, findings)
  const rest = files.slice(1)
  const count = Math.min(threads, rest.length)
  const results =
    count <= 1
      ? await inTurn(rest, (file) => auditPlayers(readFileOf(folder, file), facts))
      : await inThreads(
          count,
          facts,
          rest.map((file) => ({ folder, file })),
        )
  return { ...conclude(findings, facts, results, players), from: range.from, to: range.to }
}

async function inTurn<In, Out>(items: In[], work: (item: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = []
  for (const item of items) results.push(await work(item))
  return results
}

async function inThreads(count: number, facts: HouseFacts, jobs: Job[]): Promise<Result[]> {
  const waiting = [...jobs]
  const results: Result[] = []
  const workers = Array.from(
    { length: count },
    () => new Worker(join(import.meta.dirname, `worker${extname(import.meta.filename)}`), { workerData: facts }),
  )
  try {
    await Promise.all(
      workers.map(async (worker) => {
        for (let job = waiting.shift(); job; job = waiting.shift()) results.push(await run(worker, job))
      }),
    )
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
  return results
}

function run(worker: Worker, job: Job): Promise<Result> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (answer: Answer) => {
      worker.off('error', reject)
      if ('fault' in answer) {
        reject(answer.isBad ? new BadExport(answer.fault) : new Error(answer.fault))
        return
      }
      const findings = new Findings()
      findings.merge(answer.result.findings)
      resolve({ ...answer.result, findings })
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(job)
  })
}
