"""The options under which every game is played at random."""

from __future__ import annotations

OPTIONS: dict[str, list[dict[str, object]]] = {
    "jintan": [
        {},
        {"start": 500, "rounds": 2, "base": 2, "flower": 1, "dudiao": "any", "flower_kai": True},
    ],
    "bamboo": [
        {},
        {"assist": False},
        {"mode": "units", "assist": False, "chombo": "baiman"},
        {"declareWaits": True, "noSorting": True},
        {"preset": "training", "declareWaits": True},
        {"suit": "m", "riichiKan": "waits", "renhou": "mangan"},
        {"start": 8000, "hands": 3, "bust": False, "roundLabel": True, "kazoe": False, "doubleYakuman": True,
         "stackYakuman": False},
    ],
    "fulldeck": [
        {},
        {"assist": False, "chombo": "baiman", "kokushiAnkan": True},
        {"preset": "famicom", "assist": False, "start": 9000},
        {"length": "east", "red": 0, "noten": 3000, "tsumoPayment": "share", "kazoe": False, "uma": 5000},
        {"doubleYakuman": True, "stackYakuman": False, "riichiKan": "waits", "kokushiAnkan": True, "kanUra": False},
        {"renhou": "mangan", "ryanhanShibari": 4, "paarenchan": True, "extraHands": 2, "bust": False, "noten": 0},
    ],
    "honglong": [
        {},
        {"assist": False, "chombo": "yakuman", "suit": "s", "red": 1},
        {"start": 8000, "length": "east", "bust": False, "yakuhai": "dragons", "noten": 1000, "tsumoPayment": "share"},
        {"yakuhai": "off", "kazoe": False, "doubleYakuman": True, "stackYakuman": False, "riichiKan": "waits"},
        {"kanUra": False, "renhou": "off", "uma": 10_000, "suit": "p", "noten": 3000},
    ],
    "sanma2": [
        {},
        {"assist": False, "chombo": "baiman", "nuki": "WN", "kokushiAnkan": True},
        {"fullSuit": "s", "nuki": "WN", "pon": False, "start": 9000, "length": "south", "bust": False},
        {"nuki": "none", "red": 2, "noten": 3000, "tsumoPayment": "share", "kazoe": False, "doubleYakuman": True},
        {"stackYakuman": False, "riichiKan": "waits", "kokushiAnkan": True, "kanUra": False, "renhou": "yakuman",
         "uma": 5000, "red": 0},
    ],
    "tenhodori": [
        {},
        {"assist": False, "chombo": "baiman", "hitAward": "1000"},
        {"start": 1000, "hands": 3, "hitAward": "returnStick", "riichiKan": "waits"},
        {"minutes": 10, "hitAward": "1500", "kazoe": False, "doubleYakuman": True, "stackYakuman": False,
         "kanUra": False},
    ],
    "seventeen": [
        {},
        {"assist": False, "chombo": "yakuman", "red": 3},
        {"mode": "units", "seats": 3, "minimum": "four-han", "assist": False},
        {"seats": 4, "hands": 2, "red": 3, "minimum": "full-mangan", "roundWind": "none"},
        {"seats": 3, "start": 8000, "carry": True, "buildSeconds": 180, "kazoe": False, "doubleYakuman": True,
         "stackYakuman": False},
        {"seats": 4, "assist": False},
    ],
    "jingdian": [
        {},
        {"suit": "s", "hands": 3, "dealer_rule": "lot", "zimo_stacks": False},
        {"suit": "p", "start": 100, "ting_kong": "never", "jia_fan": 0},
    ],
    "jisu": [
        {},
        {"start": 100, "hands": 3, "dealer_rule": "winner", "b_triplet": 0},
        {"b_dragons": 0, "b_ting": 0, "b_bonus": 0},
    ],
    "flower72": [
        {},
        {"start": 100, "hands": 3, "dealer_rule": "winner", "table": "D-ACH"},
        {"tian_ting": False, "seat2": "S"},
    ],
    "hk64": [
        {},
        {"start": 100, "hands": 3, "dealer_rule": "winner", "ting_kong": "never", "pinghu_pair": "number"},
    ],
    "hk128": [
        {},
        {"start": 100, "hands": 3, "dealer_rule": "winner", "ting_kong": "never", "pinghu_pair": "number"},
    ],
    "wenzhou": [
        {},
        {"start": 100, "hands": 3, "dealer_rule": "winner", "combine": "sum"},
        {"g_duanyao_honours": False, "discard_limit": 0, "claimSeconds": 10},
    ],
    "xueliu": [
        {},
        {"swap3": True, "gang_kai_total": 3},
        {"start": 100, "hands": 2, "dealer_rule": "lot", "cap": 16, "swap3": True},
    ],
}  # fmt: skip
"""Options under which every game is played: each of them is another than usual in at least one list."""
