/** Exact fractions, as far as the charts need them. */

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));

export class Frac {
  readonly n: bigint;
  readonly d: bigint;

  constructor(n: bigint | number, d: bigint | number = 1) {
    const top = BigInt(n);
    const bottom = BigInt(d);
    const common = gcd(top, bottom) || 1n;
    const sign = bottom < 0n ? -1n : 1n;
    this.n = (sign * top) / common;
    this.d = (sign * bottom) / common;
  }

  /** A number with halves or other finite decimals, or a text like `3/2`. */
  static of(value: Frac | number | string): Frac {
    if (value instanceof Frac) return value;
    if (typeof value === 'number') {
      let scale = 1;
      while (!Number.isInteger(value * scale) && scale < 1e6) scale *= 2;
      return new Frac(Math.round(value * scale), scale);
    }
    const [top, bottom] = value.split('/');
    return new Frac(BigInt(top ?? '0'), BigInt(bottom ?? '1'));
  }

  plus(other: Frac): Frac {
    return new Frac(this.n * other.d + other.n * this.d, this.d * other.d);
  }

  minus(other: Frac): Frac {
    return new Frac(this.n * other.d - other.n * this.d, this.d * other.d);
  }

  times(other: Frac): Frac {
    return new Frac(this.n * other.n, this.d * other.d);
  }

  over(other: Frac): Frac {
    return new Frac(this.n * other.d, this.d * other.n);
  }

  below(other: Frac): boolean {
    return this.n * other.d < other.n * this.d;
  }

  same(other: Frac): boolean {
    return this.n === other.n && this.d === other.d;
  }

  get whole(): boolean {
    return this.d === 1n;
  }

  /** The largest whole number that is not greater. */
  floor(): bigint {
    const down = this.n / this.d;
    return this.n % this.d < 0n ? down - 1n : down;
  }

  /** To the nearest whole number; an exact half goes to the even one. */
  rounded(): bigint {
    const below = this.floor();
    const twice = (this.n - below * this.d) * 2n;
    if (twice === this.d) return below % 2n === 0n ? below : below + 1n;
    return twice > this.d ? below + 1n : below;
  }

  valueOf(): number {
    return Number(this.n) / Number(this.d);
  }

  toString(): string {
    return this.d === 1n ? `${this.n}` : `${this.n}/${this.d}`;
  }
}

export const ZERO = new Frac(0);
export const ONE = new Frac(1);
