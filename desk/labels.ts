/**
 * The desk's texts, by key: common ones in `en.json`, those of an area in the `en.json` of its folder, whose keys begin
 * with the area. English is the first locale; another is a file beside each of these.
 */
import common from './en.json' with { type: 'json' }

const labels = { ...common }

export type Label = keyof typeof labels

/** `{name}` in the label is replaced by the value of that name. */
export function label(key: Label, values: Record<string, string | number> = {}): string {
  return labels[key].replaceAll(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all))
}

/** For a key that is made at run time, such as an area; the key itself where there is no label. */
export function labelOf(key: string): string {
  return key in labels ? labels[key as Label] : key
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
/** In the operator's time zone. */
export const formatMoment = (iso: string): string => moment.format(new Date(iso))
