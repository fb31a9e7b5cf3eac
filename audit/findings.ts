/** What an audit finds: each finding has a code, which README.md explains, and names its round, pair, entry or report. */
export type Finding = { code: string; where: string; text: string }

/** Of one kind, more findings than this are only counted. */
const mostOfCode = 100

export class Findings {
  readonly listed: Finding[] = []
  readonly counts = new Map<string, number>()

  add(code: string, where: string, text: string): void {
    const count = (this.counts.get(code) ?? 0) + 1
    this.counts.set(code, count)
    if (count <= mostOfCode) this.listed.push({ code, where, text })
  }

  merge({ listed, counts }: { listed: Finding[]; counts: Map<string, number> }): void {
    for (const [code, count] of counts) {
      const before = this.counts.get(code) ?? 0
      this.counts.set(code, before + count)
      const room = Math.max(0, mostOfCode - before)
      this.listed.push(...listed.filter((finding) => finding.code === code).slice(0, room))
    }
  }
}
