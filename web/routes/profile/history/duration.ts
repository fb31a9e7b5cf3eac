import { numberFormat } from '../../../render/formats.ts'

/** Formats a duration in one unit, rounded up, so that it is never understated. */
export function durationText(seconds: number, locale: string): string {
  const [unit, length] =
    seconds < 60
      ? (['second', 1] as const)
      : seconds < 5400
        ? (['minute', 60] as const)
        : seconds < 129_600
          ? (['hour', 3600] as const)
          : (['day', 86_400] as const)
  return numberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(Math.max(1, Math.ceil(seconds / length)))
}
