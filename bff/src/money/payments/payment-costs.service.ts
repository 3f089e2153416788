import { Injectable } from '@nestjs/common';
import { countriesNotServed } from '@bank/contracts/countries';
import { type Currency, homeCurrency } from '@bank/contracts/currencies';
import { addDays } from '@bank/contracts/days';
import { converted } from '@bank/contracts/exchange-amounts';
import {
  expectedArrival,
  internationalFee,
  type PaymentCost,
  type PaymentCostQuery,
  type PricedPayment,
} from '@bank/contracts/international';
import { largestMinor, toDecimal } from '@bank/contracts/money';
import { plannedDaysMaximum } from '@bank/contracts/payments';
import { type Rate, rateNumber, rateOfEuro } from '@bank/contracts/rates';
import { type Connection, Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { Clock } from '../../platform/time/clock.service';
import { parisDay } from '../../platform/time/paris-day';
import { refuseUnserved } from '../payees/address-book.service';
import { rateIn, RatesService } from '../rates/rates.service';

/** The cost of an order beside its amount, and the amount's worth in euros. */
export interface OrderCost {
  /** Minor units of the order's currency. */
  fee: bigint;
  /** Cents of the euro; null for an order in euros. */
  worth: bigint | null;
}

/** The prices of international payments, at the day's reference rates. */
@Injectable()
export class PaymentCostsService {
  constructor(
    private readonly database: Database,
    private readonly rates: RatesService,
    private readonly clock: Clock,
  ) {}

  /**
   * The cost of an international payment of `amount` minor units.
   * @throws ApiException RATE_STALE, RATE_MISSING, except in euros; AMOUNT_OUT_OF_RANGE.
   */
  async of(connection: Connection, amount: bigint, priced: PricedPayment): Promise<OrderCost> {
    const { currency } = priced;
    const rate = await this.rateOf(connection, currency);
    const fee = internationalFee(priced, rate);
    if (currency === homeCurrency) return { fee, worth: null };
    const worth = converted(amount, {
      from: currency,
      to: homeCurrency,
      rates: { from: rate, to: rateOfEuro },
    });
    if (worth > largestMinor || amount + fee > largestMinor) {
      throw new ApiException('AMOUNT_OUT_OF_RANGE', { fields: { amount: 'AMOUNT_OUT_OF_RANGE' } });
    }
    return { fee, worth };
  }

  /**
   * What a payment to a country would cost, ordered now, and when it would arrive.
   * @throws ApiException COUNTRY_NOT_SERVED, RATE_STALE, RATE_MISSING; INVALID_QUERY for a day on which none can be ordered.
   */
  async preview({ currency, charges, country, execution_date }: PaymentCostQuery): Promise<PaymentCost> {
    refuseUnserved('country', country);
    const rate = await this.rateOf(this.database, currency);
    const today = parisDay(this.clock.now());
    if (execution_date !== undefined && execution_date > addDays(today, plannedDaysMaximum)) {
      throw new ApiException('INVALID_QUERY', { fields: { execution_date: 'EXECUTION_DATE' } });
    }
    const leaves = execution_date !== undefined && execution_date > today ? execution_date : today;
    return {
      fee: toDecimal(internationalFee({ country, charges, currency }, rate), currency),
      currency,
      charges,
      country,
      arrival_date: expectedArrival(leaves, country, currency),
      rate: rateNumber(rate),
      countries_not_served: [...countriesNotServed],
    };
  }

  private async rateOf(connection: Connection, currency: Currency): Promise<Rate> {
    if (currency === homeCurrency) return rateOfEuro;
    const table = await this.rates.current(connection);
    if (table.isStale) throw new ApiException('RATE_STALE');
    const rate = rateIn(table, currency);
    if (rate === undefined) throw new ApiException('RATE_MISSING');
    return rate;
  }
}
