/** An answer with an ETag. Its body is decoded for each use, so that callers may change the value. */
export interface Remembered {
  etag: string
  headers: Headers
  body: Uint8Array
}

/** The size of the largest remembered body, in bytes. */
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

  put(url: string, headers: Headers, body: Uint8Array): void {
    this.#answers.delete(url)
    const etag = headers.get('etag')
    if (!etag || body.length > longest || this.#bound <= 0) return
    this.#answers.set(url, { etag, headers, body })
    if (this.#answers.size > this.#bound) {
      for (const oldest of this.#answers.keys()) {
        this.#answers.delete(oldest)
        break
      }
    }
  }
}
