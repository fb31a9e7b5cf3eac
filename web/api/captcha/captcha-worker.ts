/** The worker's side: takes a challenge, answers with its solution. */
import { solve } from './solve.ts'

type Work = { challenge: string; difficulty: number }
addEventListener('message', ({ data }: MessageEvent<Work>) => postMessage(solve(data.challenge, data.difficulty)))
