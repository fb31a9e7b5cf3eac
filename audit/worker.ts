/** A thread that audits files of players. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Answer, Job } from './audit-folder.ts'
import { auditPlayers } from './audit.ts'
import type { HouseFacts } from './house.ts'
import { readFileOf } from './read-folder.ts'
import { BadExport } from './records.ts'

const facts = workerData as HouseFacts

parentPort!.on('message', ({ folder, file }: Job) => {
  void auditPlayers(readFileOf(folder, file), facts)
    .then(({ findings, ...rest }): Answer => ({
      result: { ...rest, findings: { listed: findings.listed, counts: findings.counts } },
    }))
    .catch((error: unknown): Answer => ({ fault: (error as Error).message, isBad: error instanceof BadExport }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    .then((answer) => parentPort!.postMessage(answer))
})
