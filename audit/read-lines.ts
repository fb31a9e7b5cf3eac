/** Splits bytes into the records of an export. */
import { type AnyRecord, BadExport, readRecord } from './records.ts'

/** `name` is that of the file, for messages. Throws BadExport. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<AnyRecord> {
  const decoder = new TextDecoder()
  let [rest, count] = ['', 0]
  for await (const chunk of bytes) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop()!
    for (const line of parts) yield readRecord(line, name, ++count)
  }
  if (rest !== '') throw new BadExport(`The last line of ${name} is truncated.`)
}
