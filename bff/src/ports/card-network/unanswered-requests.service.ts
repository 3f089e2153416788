import { Injectable } from '@nestjs/common';

/** When the oldest request of a kind was made that the network has not answered; null without one. */
type Source = () => Promise<Date | null>;

/** Since when the card network has left a request unanswered, by the modules that make requests. */
@Injectable()
export class UnansweredRequests {
  private readonly sources: Source[] = [];

  listen(source: Source): void {
    this.sources.push(source);
  }

  /** When the oldest of all of them was made; null when all are answered. */
  async oldest(): Promise<Date | null> {
    const moments = await Promise.all(this.sources.map((source) => source()));
    const times = moments.flatMap((moment) => (moment === null ? [] : [moment.getTime()]));
    return times.length === 0 ? null : new Date(Math.min(...times));
  }
}
