/**
 * Elements as data. Applies only the necessary changes to the document, so that focus, scroll position and typed text
 * are kept.
 */

type Handler = (event: Event) => void
type Value = string | number | boolean | null | undefined | Handler
export type Props = Record<string, Value>
export type Element_ = { tag: string; props: Props; children: Child[]; key: string | null }
type Child = Element_ | string
export type Content = Element_ | string | number | false | null | undefined | Content[]

export function h(tag: string, props: Props | null, ...content: Content[]): Element_ {
  const { key, ...rest } = props ?? {}
  return { tag, props: rest, children: flatten(content), key: key === undefined || key === null ? null : String(key) }
}

function flatten(content: Content[]): Child[] {
  return content.flatMap((each): Child[] => {
    if (each === false || each === null || each === undefined || each === '') return []
    if (Array.isArray(each)) return flatten(each)
    return [typeof each === 'object' ? each : String(each)]
  })
}

const svgTags = new Set(['svg', 'path', 'circle', 'rect', 'g', 'line'])
const renderedFrom = new WeakMap<Element, Element_>()

/** Changes the children of `parent` to `target`. */
export function patch(parent: Element | ShadowRoot, target: Content[]): void {
  patchChildren(parent, flatten(target))
}

function patchChildren(parent: Element | ShadowRoot, target: Child[]): void {
  const byKey = new Map<string, Element>()
  const keptKeys = new Set(target.map((child) => (typeof child === 'string' ? null : child.key)))
  for (let next = parent.firstElementChild; next;) {
    const child: Element = next
    next = child.nextElementSibling
    const key = renderedFrom.get(child)?.key ?? null
    if (key === null) continue
    // Removed elements go first, so that the elements after them need not be moved; a moved element loses the focus.
    if (keptKeys.has(key)) byKey.set(key, child)
    else child.remove()
  }
  let at: ChildNode | null = parent.firstChild
  for (const child of target) {
    if (typeof child === 'string') {
      if (at?.nodeType === Node.TEXT_NODE) {
        if (at.nodeValue !== child) at.nodeValue = child
        at = at.nextSibling
      } else parent.insertBefore(document.createTextNode(child), at)
      continue
    }
    const known: ChildNode | null | undefined = child.key === null ? at : byKey.get(child.key)
    if (known instanceof Element && isSame(known, child)) {
      if (known === at) at = at.nextSibling
      else parent.insertBefore(known, at)
      update(known, child)
    } else parent.insertBefore(create(child), at)
  }
  while (at) {
    const next: ChildNode | null = at.nextSibling
    at.remove()
    at = next
  }
}

function isSame(element: Element, target: Element_): boolean {
  const before = renderedFrom.get(element)
  return before !== undefined && before.tag === target.tag && before.key === target.key
}

function create(target: Element_): Element {
  const element = svgTags.has(target.tag)
    ? document.createElementNS('http://www.w3.org/2000/svg', target.tag)
    : document.createElement(target.tag)
  renderedFrom.set(element, { ...target, props: {}, children: [] })
  update(element, target)
  return element
}

function update(element: Element, target: Element_): void {
  const before = renderedFrom.get(element)!.props
  for (const name of Object.keys(before)) if (!(name in target.props)) assign(element, name, null)
  for (const [name, value] of Object.entries(target.props))
    if (before[name] !== value || name === 'value' || name === 'checked') assign(element, name, value)
  renderedFrom.set(element, target)
  patchChildren(element, target.children)
}

function assign(element: Element, name: string, value: Value): void {
  if (name.startsWith('on')) Object.assign(element, { [name]: value ?? null })
  else if (name === 'value') {
    const field = element as HTMLInputElement
    if (field.value !== String(value ?? '')) field.value = String(value ?? '')
  } else if (name === 'checked') (element as HTMLInputElement).checked = Boolean(value)
  else if (name.startsWith('--')) (element as HTMLElement).style.setProperty(name, value as string | null)
  else if (value === false || value === null || value === undefined) element.removeAttribute(name)
  else element.setAttribute(name, value === true ? '' : String(value))
}
