/** The browser's stores of answers, in memory. What a store lacks and is told to add is fetched with the global `fetch`. */

const addressOf = (request: RequestInfo | URL): string =>
  new URL(request instanceof Request ? request.url : String(request), 'https://house.test').href

class Store {
  readonly #answers = new Map<string, Response>()
  async match(request: RequestInfo): Promise<Response | undefined> {
    return this.#answers.get(addressOf(request))?.clone()
  }
  async put(request: RequestInfo, answer: Response): Promise<void> {
    this.#answers.set(addressOf(request), answer)
  }
  async add(request: RequestInfo): Promise<void> {
    const answer = await fetch(request)
    if (!answer.ok) throw new TypeError('The answer cannot be stored')
    await this.put(request, answer)
  }
  async addAll(requests: RequestInfo[]): Promise<void> {
    await Promise.all(requests.map((request) => this.add(request)))
  }
  async keys(): Promise<Request[]> {
    return [...this.#answers.keys()].map((address) => new Request(address))
  }
  async delete(request: RequestInfo): Promise<boolean> {
    return this.#answers.delete(addressOf(request))
  }
}

export class MemoryCaches {
  readonly #stores = new Map<string, Store>()
  async open(name: string): Promise<Store> {
    const store = this.#stores.get(name) ?? new Store()
    this.#stores.set(name, store)
    return store
  }
  async keys(): Promise<string[]> {
    return [...this.#stores.keys()]
  }
  async delete(name: string): Promise<boolean> {
    return this.#stores.delete(name)
  }
  /** The paths in each store. */
  async contents(): Promise<Record<string, string[]>> {
    const contents: Record<string, string[]> = {}
    for (const [name, store] of this.#stores)
      contents[name] = (await store.keys()).map(({ url }) => new URL(url).pathname + new URL(url).search)
    return contents
  }
}
