/** What is needed of a WebSocket. */
interface OpenSocket {
  readonly readyState: number;
  readonly OPEN: number;
  readonly bufferedAmount: number;
  send(text: string): void;
  terminate(): void;
}

/** A client that lets this many bytes pile up is dropped. */
const slowClientBytes = 1 << 20;

/** Messages that are sent in one iteration of the event loop: some milliseconds. A session may have a thousand clients. */
const perTurn = 64;

/** Beyond these, whoever adds messages waits until some are sent. */
const maxWaiting = 100_000;

interface Message {
  readonly socket: OpenSocket;
  readonly text: string;
}

interface Log {
  info(message: string): void;
}

/** Messages to sockets, first in, first out; many are spread over iterations of the event loop. */
export class SendQueue {
  readonly #log: Log;
  #waiting: Message[] = [];
  #next = 0;
  #sentInTurn = 0;
  #isScheduled = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** A socket that is not open gets nothing; one that reads too slowly is ended. */
  send(socket: OpenSocket, text: string): void {
    this.#schedule();
    if (this.#waiting.length === 0 && this.#sentInTurn < perTurn) {
      this.#sentInTurn++;
      this.#deliver(socket, text);
      return;
    }
    this.#waiting.push({ socket, text });
    if (this.#waiting.length - this.#next > maxWaiting) this.#sendSome();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#sentInTurn = 0;
      this.#sendSome();
    });
  }

  #sendSome(): void {
    const end = Math.min(this.#next + perTurn, this.#waiting.length);
    this.#sentInTurn += end - this.#next;
    for (; this.#next < end; this.#next++) {
      const { socket, text } = this.#waiting[this.#next] as Message;
      this.#deliver(socket, text);
    }
    if (end < this.#waiting.length) {
      this.#schedule();
      if (end < maxWaiting) return;
      this.#waiting = this.#waiting.slice(end);
    } else this.#waiting = [];
    this.#next = 0;
  }

  #deliver(socket: OpenSocket, text: string): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > slowClientBytes) {
      this.#log.info('a client that reads events too slowly was disconnected');
      socket.terminate();
    } else socket.send(text);
  }
}
