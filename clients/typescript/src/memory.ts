/** An answer with an ETag. Its text is parsed for each use, so that callers may change the value. */
export interface Remembered {
  etag: string
  headers: Headers
  text: string
}

/** The length of the longest remembered text. */
const longest = 1 << 20

/** The most recently used answers. A Map keeps the order in which its members were added. */
export class Memory {
  readonly #bound: number
  readonly #answers = new Map<string, Remembered>()

  constructor(bound: number) {
    this.#bound = bound
  }

  get(url: string): Remembered | undefined {
    const answer = this.#answers.get(url)
    if (answer) {
      this.#answers.delete(url)
      this.#answers.set(url, answer)
    }
    return answer
  }

  put(url: string, headers: Headers, text: string): void {
    this.#answers.delete(url)
    const etag = headers.get('etag')
    if (!etag || text.length > longest || this.#bound <= 0) return
    this.#answers.set(url, { etag, headers, text })
    if (this.#answers.size > this.#bound) {
      for (const oldest of this.#answers.keys()) {
        this.#answers.delete(oldest)
        break
      }
    }
  }
}
