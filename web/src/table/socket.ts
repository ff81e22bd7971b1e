/** One WebSocket with replies matched to requests, reconnecting by itself. */
import { ApiError, url } from '../lib/api';
import type { ClientMessage, Refused, Replies, ServerMessage } from '../lib/types';

export type Link = 'connecting' | 'open' | 'lost' | 'closed';
type Kind = ClientMessage['type'];
type Reply = Replies[Kind];
interface Waiting {
  resolve(reply: Reply): void;
  reject(error: Error): void;
  /** What is to be sent again once the connection is back; nothing for a greeting, which is said anyway. */
  message: (ClientMessage & { id: number }) | null;
  again: boolean;
}

const unreachable = (): ApiError => new ApiError({ key: 'net.lost', args: {}, rule: null });

export class Socket {
  #socket: WebSocket | null = null;
  #waiting = new Map<number, Waiting>();
  #next = 1;
  #tries = 0;
  #timer = 0;
  #closed = false;
  #greeted = false;
  #known = false;

  constructor(
    private readonly game: string,
    /** What hello says: which seat is shown. */
    private readonly seat: () => number | null | undefined,
    private readonly hear: (message: ServerMessage) => void,
    private readonly link: (state: Link) => void,
  ) {
    this.#open();
  }

  /** Sends a message and gives its reply; with `again` it is sent once more after a lost connection. */
  send<K extends Kind>(message: Extract<ClientMessage, { type: K }>, again = false): Promise<Replies[K]> {
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      const found = (reply: Reply): void => resolve(reply as Replies[K]);
      this.#waiting.set(id, { resolve: found, reject, message: { ...message, id }, again });
      if (this.#greeted) this.#write({ ...message, id });
      else if (!again && this.#socket?.readyState !== WebSocket.CONNECTING) {
        this.#waiting.delete(id);
        reject(unreachable());
      }
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.link('closed');
  }

  /** Try at once: the laptop woke up, the network is back. */
  wake(): void {
    if (
      this.#closed ||
      this.#socket?.readyState === WebSocket.OPEN ||
      this.#socket?.readyState === WebSocket.CONNECTING
    )
      return;
    clearTimeout(this.#timer);
    this.#open();
  }

  #write(message: object): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #open(): void {
    this.link('connecting');
    const address = url(`api/games/${encodeURIComponent(this.game)}/socket`).replace(/^http/, 'ws');
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#greeted = false;
    socket.onopen = () => {
      const id = this.#next++;
      const seat = this.seat();
      this.#waiting.set(id, {
        resolve: () => this.#welcome(),
        reject: (e) => this.#refused(e),
        message: null,
        again: false,
      });
      this.#write(seat === undefined ? { type: 'hello', id } : { type: 'hello', id, seat });
    };
    socket.onmessage = (e) => {
      let message: ServerMessage;
      try {
        message = JSON.parse(String(e.data)) as ServerMessage;
      } catch {
        return;
      }
      if (message.type === 'reply') this.#reply(message);
      else this.hear(message);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#greeted = false;
      for (const [id, w] of this.#waiting)
        if (!w.again) {
          this.#waiting.delete(id);
          w.reject(unreachable());
        }
      if (this.#closed) return;
      this.link('lost');
      if (!this.#known) void this.#whyNot();
      this.#timer = window.setTimeout(
        () => this.#open(),
        Math.min(15000, 400 * 1.7 ** this.#tries++) * (0.8 + Math.random() * 0.4),
      );
    };
  }

  /** A game that was never opened may not exist: the browser does not tell why a socket was refused. */
  async #whyNot(): Promise<void> {
    const answer = await fetch(url(`api/games/${encodeURIComponent(this.game)}`)).catch(() => null);
    if (answer && (answer.status === 403 || answer.status === 404) && !this.#closed) {
      clearTimeout(this.#timer);
      this.#refused(new Error('refused'));
    }
  }

  #welcome(): void {
    this.#known = true;
    this.#tries = 0;
    this.#greeted = true;
    this.link('open');
    for (const w of this.#waiting.values()) if (w.message) this.#write(w.message);
  }

  #refused(error: Error): void {
    this.#closed = true;
    this.#socket?.close();
    this.link('closed');
    this.hear({ type: 'gone', why: error instanceof ApiError ? error.refusal.key : 'refused' });
  }

  #reply(reply: Reply | Refused): void {
    const waiting = reply.id === null ? undefined : this.#waiting.get(reply.id);
    if (reply.id === null || !waiting) return;
    this.#waiting.delete(reply.id);
    if (reply.ok) waiting.resolve(reply);
    else waiting.reject(new ApiError(reply.error));
  }
}
