// Synthesised sounds, so nothing is downloaded. Off until the player switches them on.

export type Sound = {
  isOn: boolean
  set(isOn: boolean): void
  start(): void
  stop(index: number): void
  /** The tier of the win (celebration.ts). */
  win(tier: 1 | 2 | 3): void
  feature(): void
}

type Tone = { at: number; length: number; pitch: number; volume: number; shape: OscillatorType; slideTo?: number }

export function soundOf(notes: readonly number[]): Sound {
  let context: AudioContext | null = null

  function tone({ at, length, pitch, volume, shape, slideTo }: Tone) {
    if (!sound.isOn || !context) return
    const start = context.currentTime + at
    const source = context.createOscillator()
    const loudness = context.createGain()
    source.type = shape
    source.frequency.setValueAtTime(pitch, start)
    if (slideTo) source.frequency.exponentialRampToValueAtTime(slideTo, start + length)
    loudness.gain.setValueAtTime(0.0001, start)
    loudness.gain.exponentialRampToValueAtTime(volume, start + 0.012)
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + length)
    source.connect(loudness).connect(context.destination)
    source.start(start)
    source.stop(start + length + 0.05)
  }

  const chime = (notesToPlay: readonly number[], gap: number, volume: number) =>
    notesToPlay.forEach((pitch, index) => {
      tone({ at: index * gap, length: 0.5, pitch, volume, shape: 'sine' })
      tone({ at: index * gap, length: 0.35, pitch: pitch * 2, volume: volume / 3, shape: 'triangle' })
    })

  const sound: Sound = {
    isOn: false,
    set(isOn) {
      sound.isOn = isOn
      if (!isOn) return
      // A stored choice takes effect with the first press: browsers keep pages silent until then.
      context ??= new AudioContext()
      void context.resume()
      if (context.state === 'running') chime(notes.slice(0, 2), 0.09, 0.06)
      else addEventListener('pointerdown', () => void context?.resume(), { once: true })
    },
    start: () => tone({ at: 0, length: 0.28, pitch: 120, volume: 0.05, shape: 'triangle', slideTo: 300 }),
    stop: (index) => tone({ at: 0, length: 0.13, pitch: 150 - index * 8, volume: 0.16, shape: 'sine', slideTo: 52 }),
    win: (tier) =>
      chime(
        tier === 3 ? [...notes, ...notes.map((note) => note * 2)] : notes.slice(0, tier === 2 ? 5 : 3),
        0.1,
        0.05 + tier * 0.015,
      ),
    feature: () => chime([...notes.toReversed(), notes.at(-1)! * 2], 0.13, 0.08),
  }
  return sound
}
